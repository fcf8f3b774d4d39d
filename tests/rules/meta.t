# Who made the avatar and what one may do with it.

rule META_MISSING
avatar 1.0
bad remove {vrm}/meta
also UNUSED_OBJECT
at {vrm}
good remove {vrm}/meta/version

# R-043
rule META_VALUE_UNKNOWN
avatar 1.0
bad set {vrm}/meta/avatarPermission "Everyone"
also META_PERMISSIONS_DISAGREE
at {vrm}/meta/avatarPermission
good set {vrm}/meta/avatarPermission "everyone"

rule META_VALUE_UNKNOWN
avatar 1.0
bad set {vrm}/meta/commercialUsage "allow"
at {vrm}/meta/commercialUsage
good set {vrm}/meta/commercialUsage "personalProfit"

rule META_VALUE_UNKNOWN
avatar 1.0
bad set {vrm}/meta/creditNotation "Required"
at {vrm}/meta/creditNotation
good set {vrm}/meta/creditNotation "required"

rule META_VALUE_UNKNOWN
avatar 1.0
bad set {vrm}/meta/modification "allow"
at {vrm}/meta/modification
good set {vrm}/meta/modification "prohibited"

# R-050
rule META_VALUE_UNKNOWN
avatar 0.x
bad set {vrm}/meta/licenseName "GPL"
also META_LICENSE_CONTRADICTION
at {vrm}/meta/licenseName
good set {vrm}/meta/licenseName "cc_by"

# R-052
rule META_VALUE_UNKNOWN
avatar 1.0-draft
bad set {vrm}/meta/license "Redistribution-Prohibited"
at {vrm}/meta/license
good set {vrm}/meta/license "Redistribution Prohibited"

# R-044
rule META_THUMBNAIL_INVALID
avatar 1.0
bad set {vrm}/meta/thumbnailImage 99
also UNUSED_OBJECT
at {vrm}/meta/thumbnailImage
good set {vrm}/meta/thumbnailImage 8

# R-049, R-032
rule META_THUMBNAIL_INVALID
avatar 0.x
bad set {vrm}/meta/texture 99
bad set /materials/{material Skin}/emissiveTexture {"index":8}
at {vrm}/meta/texture
good set {vrm}/meta/texture -1
good set /materials/{material Skin}/emissiveTexture {"index":8}

# R-039
rule UNDEFINED_PROPERTY
avatar 1.0
bad remove {vrm}/meta/name
at {vrm}/meta
good set {vrm}/meta/name "A"

rule UNDEFINED_PROPERTY
avatar 1.0
bad remove {vrm}/meta/authors
at {vrm}/meta
good set {vrm}/meta/authors ["A"]

rule UNDEFINED_PROPERTY
avatar 1.0-beta
bad remove {vrm}/meta/licenseUrl
at {vrm}/meta
good set {vrm}/meta/licenseUrl "https://vrm.dev/licenses/1.0/"

# R-040
rule META_NAME_EMPTY
avatar 1.0
bad set {vrm}/meta/name ""
at {vrm}/meta/name
good set {vrm}/meta/name "x"

# R-040
rule META_AUTHOR_EMPTY
avatar 1.0
bad set {vrm}/meta/authors []
at {vrm}/meta/authors
good set {vrm}/meta/authors ["somebody"]

rule META_AUTHOR_EMPTY
avatar 1.0
bad set {vrm}/meta/authors ["somebody", ""]
at {vrm}/meta/authors/1
good set {vrm}/meta/authors ["somebody", "else"]

# R-041
rule META_LICENSE_URL_INVALID
avatar 1.0
bad set {vrm}/meta/licenseUrl "https://vrm.dev/en/licenses/1.0/"
at {vrm}/meta/licenseUrl
good set {vrm}/meta/licenseUrl "https://vrm.dev/licenses/1.0/"

rule META_LICENSE_URL_INVALID
avatar 1.0
bad set {vrm}/meta/licenseUrl "https://example.org/my-licence"
at {vrm}/meta/licenseUrl
good set {vrm}/meta/otherLicenseUrl "https://example.org/my-licence"

rule META_PERMISSIONS_DISAGREE
avatar 1.0
bad set {vrm}/meta/allowRedistribution false
at {vrm}/meta/modification
good set {vrm}/meta/allowRedistribution false
good set {vrm}/meta/modification "allowModification"

rule META_PERMISSIONS_DISAGREE
avatar 1.0
bad set {vrm}/meta/avatarPermission "onlyAuthor"
at {vrm}/meta/commercialUsage
good set {vrm}/meta/avatarPermission "onlySeparatelyLicensedPerson"

rule META_REFERENCE_EMPTY
avatar 1.0
bad set {vrm}/meta/references [""]
at {vrm}/meta/references/0
good set {vrm}/meta/references ["a book"]

rule META_TITLE_EMPTY
avatar 0.x
bad set {vrm}/meta/title ""
at {vrm}/meta/title
good set {vrm}/meta/title "x"

rule META_AUTHOR_UNKNOWN
avatar 0.x
bad set {vrm}/meta/author " "
at {vrm}/meta/author
good set {vrm}/meta/author "x"

rule META_PERMISSION_MISSING
avatar 0.x
bad remove {vrm}/meta/allowedUserName
also META_LICENSE_CONTRADICTION
at {vrm}/meta
good set {vrm}/meta/allowedUserName "everyone"

rule META_PERMISSION_MISSING
avatar 1.0-draft
bad remove {vrm}/meta/license
at {vrm}/meta
good set {vrm}/meta/license "CC_BY_SA"

rule META_PERMISSION_SPELLING
avatar 0.x
bad remove {vrm}/meta/commercialUssageName
bad set {vrm}/meta/commercialUsageName "Allow"
at {vrm}/meta/commercialUsageName
good set {vrm}/meta/commercialUssageName "allow"

rule META_LICENSE_CONTRADICTION
avatar 0.x
bad set {vrm}/meta/commercialUssageName "Disallow"
at {vrm}/meta/licenseName
good set {vrm}/meta/commercialUssageName "Disallow"
good set {vrm}/meta/licenseName "CC_BY_NC"

rule META_LICENSE_CONTRADICTION
avatar 0.x
bad set {vrm}/meta/licenseName "CC_BY_NC_SA"
at {vrm}/meta/licenseName
good set {vrm}/meta/licenseName "CC_BY_SA"

rule META_LICENSE_CONTRADICTION
avatar 0.x
bad set {vrm}/meta/allowedUserName "OnlyAuthor"
at {vrm}/meta/licenseName
good set {vrm}/meta/allowedUserName "OnlyAuthor"
good set {vrm}/meta/licenseName "Redistribution_Prohibited"

rule META_LICENSE_CONTRADICTION
avatar 1.0-draft
bad set {vrm}/meta/violentUsage "Disallow"
at {vrm}/meta/license
good set {vrm}/meta/violentUsage "Disallow"
good set {vrm}/meta/license "CC_BY"

rule META_OTHER_LICENSE_MISSING
avatar 0.x
bad set {vrm}/meta/licenseName "Other"
at {vrm}/meta/licenseName
good set {vrm}/meta/licenseName "Other"
good set {vrm}/meta/otherLicenseUrl "https://example.org/licence"

rule META_OTHER_LICENSE_UNUSED
avatar 0.x
bad set {vrm}/meta/otherLicenseUrl "https://example.org/licence"
at {vrm}/meta/otherLicenseUrl
good set {vrm}/meta/licenseName "Other"
good set {vrm}/meta/otherLicenseUrl "https://example.org/licence"

rule META_URL_INVALID
avatar 1.0
bad set {vrm}/meta/otherLicenseUrl "see the readme"
at {vrm}/meta/otherLicenseUrl
good set {vrm}/meta/otherLicenseUrl "https://example.org/readme"

rule META_URL_INVALID
avatar 0.x
bad set {vrm}/meta/otherPermissionUrl "javascript:alert(1)"
at {vrm}/meta/otherPermissionUrl
good set {vrm}/meta/otherPermissionUrl "https://example.org"

# R-045
rule META_THUMBNAIL_NOT_SQUARE
avatar 1.0
bad insert /images/- {"uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGNgYAAAAAMAASsJTYQAAAAASUVORK5CYII=","mimeType":"image/png"}
bad set {vrm}/meta/thumbnailImage 9
bad insert /textures/- {"source":8,"sampler":0}
bad set /materials/{material Skin}/emissiveTexture {"index":8}
also DATA_URI_GLB
also URI_GLB
at {vrm}/meta/thumbnailImage
good set {vrm}/meta/thumbnailImage 8

# R-045
rule META_THUMBNAIL_FORMAT
avatar 1.0
bad insert /images/- {"uri":"data:image/webp;base64,UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=","mimeType":"image/webp"}
bad set {vrm}/meta/thumbnailImage 9
bad insert /textures/- {"source":8,"sampler":0}
bad set /materials/{material Skin}/emissiveTexture {"index":8}
also DATA_URI_GLB
also URI_GLB
also VALUE_NOT_IN_LIST
also IMAGE_NON_ENABLED_MIME_TYPE
at {vrm}/meta/thumbnailImage
good set {vrm}/meta/thumbnailImage 8

rule META_THUMBNAIL_SMALL
avatar 1.0
bad set {vrm}/meta/thumbnailImage 0
bad insert /textures/- {"source":8,"sampler":0}
bad set /materials/{material Skin}/emissiveTexture {"index":8}
at {vrm}/meta/thumbnailImage
good set {vrm}/meta/thumbnailImage 8
