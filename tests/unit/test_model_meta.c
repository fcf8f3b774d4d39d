/* SPDX-License-Identifier: MIT */
/* Meta: names and permissions in every dialect, with the strictest value wherever one is missing or
 * wrong. */
#include "support/check.h"
#include "support/model.h"

#include <stdio.h>
#include <string.h>

#define META1 "/extensions/VRMC_vrm/meta"
#define META0 "/extensions/VRM/meta"

static void check_strictest(const vrm_Meta* meta) {
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_AUTHOR);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_NON_PROFIT);
    assert_int_equal(meta->credit_notation, VRM_CREDIT_REQUIRED);
    assert_int_equal(meta->modification, VRM_MODIFICATION_PROHIBITED);
    assert_false(meta->allow_excessively_violent_usage);
    assert_false(meta->allow_excessively_sexual_usage);
    assert_false(meta->allow_political_or_religious_usage);
    assert_false(meta->allow_antisocial_or_hate_usage);
    assert_false(meta->allow_redistribution);
}

static void meta_of_1_is_read_whole(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1,
        "set " META1 " {'name':'N','version':'V','authors':['A','B'],'copyrightInformation':'C',"
        "'contactInformation':'K','references':['R','S'],'thirdPartyLicenses':'T',"
        "'thumbnailImage':2,'licenseUrl':'https://vrm.dev/licenses/1.0/',"
        "'avatarPermission':'onlySeparatelyLicensedPerson','allowExcessivelyViolentUsage':true,"
        "'allowExcessivelySexualUsage':true,'commercialUsage':'personalProfit',"
        "'allowPoliticalOrReligiousUsage':true,'allowAntisocialOrHateUsage':true,"
        "'creditNotation':'unnecessary','allowRedistribution':true,"
        "'modification':'allowModification','otherLicenseUrl':'O'}");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_string_equal(meta->name, "N");
    assert_string_equal(meta->version, "V");
    assert_int_equal(meta->author_count, 2);
    assert_string_equal(meta->authors[1], "B");
    assert_string_equal(meta->copyright_information, "C");
    assert_string_equal(meta->contact_information, "K");
    assert_int_equal(meta->reference_count, 2);
    assert_string_equal(meta->references[1], "S");
    assert_string_equal(meta->third_party_licenses, "T");
    assert_int_equal(meta->thumbnail_image, 2);
    assert_string_equal(meta->license_url, "https://vrm.dev/licenses/1.0/");
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON);
    assert_true(meta->allow_excessively_violent_usage);
    assert_true(meta->allow_excessively_sexual_usage);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_PROFIT);
    assert_true(meta->allow_political_or_religious_usage);
    assert_true(meta->allow_antisocial_or_hate_usage);
    assert_int_equal(meta->credit_notation, VRM_CREDIT_UNNECESSARY);
    assert_true(meta->allow_redistribution);
    assert_int_equal(meta->modification, VRM_MODIFICATION_ALLOW_MODIFICATION);
    assert_string_equal(meta->other_license_url, "O");
    assert_int_equal(meta->license0, VRM_LICENSE0_NONE);
    assert_int_equal(vrm_json_type(vrm_model_gltf(test.model)->json, meta->json), VRM_JSON_OBJECT);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* R-042 */
static void meta_of_1_defaults_to_the_strictest(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " META1 " {}");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    check_strictest(meta);
    assert_string_equal(meta->name, "");
    assert_int_equal(meta->author_count, 0);
    assert_int_equal(meta->reference_count, 0);
    assert_string_equal(meta->license_url, "");
    assert_string_equal(meta->other_permission_url, "");
    assert_int_equal(meta->thumbnail_image, -1);
    test_model_free(&test);
}

/* R-043, R-033 */
static void values_of_1_are_exactly_those_listed(void** state) {
    (void)state;
    static const struct {
        const char* edit;
        const char* pointer;
    } wrong[] = {
        {"set " META1 "/avatarPermission 'OnlyAuthor'", META1 "/avatarPermission"},
        {"set " META1 "/avatarPermission 'Everyone'", META1 "/avatarPermission"},
        {"set " META1 "/commercialUsage 'Corporation'", META1 "/commercialUsage"},
        {"set " META1 "/creditNotation 'never'", META1 "/creditNotation"},
        {"set " META1 "/modification 'allowmodification'", META1 "/modification"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_1, wrong[i].edit);
        test_expect(&test, "META_VALUE_UNKNOWN", wrong[i].pointer);
        assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_WARNING);
        test_model_free(&test);
    }
    TestModel number = test_model_scene(VRM_DIALECT_1, "set " META1 "/modification 3");
    test_expect(&number, "TYPE_MISMATCH", META1 "/modification");
    test_model_free(&number);
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " META1 "/avatarPermission 'any'\n"
                                                     "set " META1 "/commercialUsage 'any'\n"
                                                     "set " META1 "/creditNotation 'any'\n"
                                                     "set " META1 "/modification 'any'");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_AUTHOR);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_NON_PROFIT);
    assert_int_equal(meta->credit_notation, VRM_CREDIT_REQUIRED);
    assert_int_equal(meta->modification, VRM_MODIFICATION_PROHIBITED);
    test_model_free(&test);
}

/* R-044 */
static void thumbnail_out_of_range_is_none_with_a_warning(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "set " META1 "/thumbnailImage 9");
    assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, -1);
    test_expect(&test, "META_THUMBNAIL_INVALID", META1 "/thumbnailImage");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_1, "set " META1 "/thumbnailImage -1");
    test_expect(&test, "META_THUMBNAIL_INVALID", META1 "/thumbnailImage");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_DRAFT, "set " META1 "/thumbnailImage 3");
    assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, 3);
    test_model_free(&test);
}

/* R-046 */
static void third_party_licenses_keep_line_breaks(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1,
                                      "set " META1 "/thirdPartyLicenses 'one\\ntwo\\r\\n\\nthree'");
    assert_string_equal(vrm_model_meta(test.model)->third_party_licenses, "one\ntwo\r\n\nthree");
    size_t size;
    assert_int_equal(vrm_model_save_size(test.model, &size), VRM_OK);
    char* saved = test_malloc(size);
    assert_int_equal(vrm_model_save(test.model, saved, size), VRM_OK);
    TestModel again = test_model_bytes(saved, size, NULL);
    assert_string_equal(vrm_model_meta(again.model)->third_party_licenses, "one\ntwo\r\n\nthree");
    test_free(saved);
    test_model_free(&again);
    test_model_free(&test);
}

/* R-037: two official samples have it. */
static void empty_lists_load(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1, "set " META1 "/references []\n"
                       "set " META1 "/authors []\n"
                       "set /extensions/VRMC_vrm/firstPerson/meshAnnotations []\n"
                       "set /extensions/VRMC_vrm/expressions/preset/aa/morphTargetBinds []\n"
                       "set /extensions/VRMC_springBone/springs/0/colliderGroups []\n"
                       "set /extensions/VRMC_springBone/colliderGroups/0/colliders []");
    assert_int_equal(vrm_model_meta(test.model)->reference_count, 0);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* R-041: the validator calls it an error. */
static void other_license_url_loads(void** state) {
    (void)state;
    TestModel test =
        test_model_scene(VRM_DIALECT_1, "set " META1 "/licenseUrl 'https://example.org'");
    assert_string_equal(vrm_model_meta(test.model)->license_url, "https://example.org");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* R-048, R-049 */
static void meta_of_0_is_read_whole(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0,
        "set " META0 " {'title':'T','version':'V','author':'A','contactInformation':'K',"
        "'reference':'R','texture':2,'allowedUserName':'ExplicitlyLicensedPerson',"
        "'violentUssageName':'Allow','sexualUssageName':'Allow','commercialUssageName':'Allow',"
        "'otherPermissionUrl':'P','licenseName':'CC_BY_NC_SA','otherLicenseUrl':'O'}\n"
        "set /textures/2/source 5");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_string_equal(meta->name, "T");
    assert_string_equal(meta->version, "V");
    assert_int_equal(meta->author_count, 1);
    assert_string_equal(meta->authors[0], "A");
    assert_string_equal(meta->contact_information, "K");
    assert_int_equal(meta->reference_count, 1);
    assert_string_equal(meta->references[0], "R");
    assert_int_equal(meta->thumbnail_image, 5);
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON);
    assert_true(meta->allow_excessively_violent_usage);
    assert_true(meta->allow_excessively_sexual_usage);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_PROFIT);
    assert_string_equal(meta->other_permission_url, "P");
    assert_int_equal(meta->license0, VRM_LICENSE0_CC_BY_NC_SA);
    assert_string_equal(meta->other_license_url, "O");
    /* What 0.x does not speak of stays forbidden, whatever the licence. */
    assert_false(meta->allow_redistribution);
    assert_int_equal(meta->modification, VRM_MODIFICATION_PROHIBITED);
    assert_int_equal(meta->credit_notation, VRM_CREDIT_REQUIRED);
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* R-048: files without the doubled s exist. */
static void permissions_of_0_are_read_in_both_spellings(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " META0 " {'violentUsageName':'Allow','sexualUsageName':'Allow',"
                       "'commercialUsageName':'Allow'}");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_true(meta->allow_excessively_violent_usage);
    assert_true(meta->allow_excessively_sexual_usage);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_PROFIT);
    test_model_free(&test);
}

/* R-049, R-032 */
static void thumbnail_of_0_may_be_minus_one(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_0, "set " META0 "/texture -1");
    assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, -1);
    test_expect_codes(&test, "");
    test_model_free(&test);
    test = test_model_scene(VRM_DIALECT_0, "set " META0 "/texture 9");
    assert_int_equal(vrm_model_meta(test.model)->thumbnail_image, -1);
    test_expect(&test, "META_THUMBNAIL_INVALID", META0 "/texture");
    test_model_free(&test);
}

/* R-050 */
static void values_of_0_ignore_case_and_default_to_the_strictest(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_0, "set " META0 " {'allowedUserName':'EVERYONE','violentUssageName':'allow',"
                       "'sexualUssageName':'ALLOW','commercialUssageName':'aLLOW',"
                       "'licenseName':'cc_by_nd'}");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_EVERYONE);
    assert_true(meta->allow_excessively_violent_usage);
    assert_true(meta->allow_excessively_sexual_usage);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_PROFIT);
    assert_int_equal(meta->license0, VRM_LICENSE0_CC_BY_ND);
    test_expect_codes(&test, "");
    test_model_free(&test);

    test = test_model_scene(VRM_DIALECT_0, "set " META0 " {}");
    meta = vrm_model_meta(test.model);
    check_strictest(meta);
    assert_int_equal(meta->license0, VRM_LICENSE0_REDISTRIBUTION_PROHIBITED);
    assert_int_equal(meta->author_count, 0);
    test_expect_codes(&test, "");
    test_model_free(&test);

    test = test_model_scene(VRM_DIALECT_0,
                            "set " META0 " {'allowedUserName':'x','violentUssageName':'x',"
                            "'sexualUssageName':'x','commercialUssageName':'x','licenseName':'x'}");
    meta = vrm_model_meta(test.model);
    check_strictest(meta);
    assert_int_equal(meta->license0, VRM_LICENSE0_REDISTRIBUTION_PROHIBITED);
    test_expect_codes(&test, "META_VALUE_UNKNOWN META_VALUE_UNKNOWN META_VALUE_UNKNOWN "
                             "META_VALUE_UNKNOWN META_VALUE_UNKNOWN");
    test_model_free(&test);
}

/* R-051 */
static void meta_of_the_draft_is_read_whole(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_DRAFT,
        "set " META1 " {'title':'T','version':'V','author':'A','contactInformation':'K',"
        "'reference':'R','thumbnailImage':4,'allowedUser':'ExplicitlyLicensedPerson',"
        "'violentUsage':'Allow','sexualUsage':'Disallow','commercialUsage':'Allow',"
        "'otherPermissionUrl':'P','license':'Other','otherLicenseUrl':'O'}");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_string_equal(meta->name, "T");
    assert_string_equal(meta->authors[0], "A");
    assert_string_equal(meta->references[0], "R");
    assert_string_equal(meta->contact_information, "K");
    assert_int_equal(meta->thumbnail_image, 4);
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_SEPARATELY_LICENSED_PERSON);
    assert_true(meta->allow_excessively_violent_usage);
    assert_false(meta->allow_excessively_sexual_usage);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_PROFIT);
    assert_string_equal(meta->other_permission_url, "P");
    assert_int_equal(meta->license0, VRM_LICENSE0_OTHER);
    assert_string_equal(meta->other_license_url, "O");
    test_expect_codes(&test, "");
    test_model_free(&test);
}

/* R-052 */
static void license_of_the_draft_is_read_with_space_or_underscore(void** state) {
    (void)state;
    static const char* const edits[] = {"set " META1 "/license 'Redistribution Prohibited'",
                                        "set " META1 "/license 'Redistribution_Prohibited'"};
    for (int i = 0; i < 2; i++) {
        TestModel test = test_model_scene(VRM_DIALECT_DRAFT, edits[i]);
        assert_int_equal(vrm_model_meta(test.model)->license0,
                         VRM_LICENSE0_REDISTRIBUTION_PROHIBITED);
        test_expect_codes(&test, "");
        test_model_free(&test);
    }
}

static void late_draft_has_the_meta_of_1(void** state) {
    (void)state;
    TestModel test = test_model_scene(
        VRM_DIALECT_1, "set /extensions/VRMC_vrm/expressions [{}]\n"
                       "set " META1 " {'name':'N','authors':['A'],'avatarPermission':'everyone'}");
    assert_int_equal(vrm_model_dialect(test.model), VRM_DIALECT_DRAFT);
    assert_string_equal(vrm_model_meta(test.model)->name, "N");
    assert_int_equal(vrm_model_meta(test.model)->avatar_permission, VRM_AVATAR_EVERYONE);
    test_model_free(&test);
}

static void missing_meta_is_an_error_that_loads(void** state) {
    (void)state;
    TestModel test = test_model_scene(VRM_DIALECT_1, "remove " META1);
    assert_null(vrm_model_meta(test.model));
    test_expect(&test, "META_MISSING", "/extensions/VRMC_vrm");
    assert_int_equal(vrm_report_get(test.report, 0).severity, VRM_ERROR);
    test_model_free(&test);
}

/* R-030 */
static void long_and_empty_strings_load_whole(void** state) {
    (void)state;
    enum { LENGTH = 1 << 20 };
    char* json = test_malloc(LENGTH + 200);
    size_t size =
        (size_t)sprintf(json, "{\"asset\":{\"version\":\"2.0\"},\"extensions\":{\"VRM\":{"
                              "\"humanoid\":{\"humanBones\":[]},\"meta\":{\"author\":\"\","
                              "\"title\":\"");
    for (int i = 0; i < LENGTH; i++) json[size++] = 'x';
    size += (size_t)sprintf(json + size, "\"}}}}");
    TestModel test = test_model_bytes(json, size, NULL);
    assert_int_equal(test.result, VRM_OK);
    assert_int_equal(strlen(vrm_model_meta(test.model)->name), LENGTH);
    assert_int_equal(vrm_model_meta(test.model)->author_count, 0);
    test_free(json);
    test_model_free(&test);
}

/* Permissions must not depend on who reads them: JSON.parse() and most others take the last. */
static void last_of_two_equal_keys_counts_and_is_an_error(void** state) {
    (void)state;
    TestModel test = test_model_json(
        "{'asset':{'version':'2.0'},'nodes':[{},{}],'extensions':{'VRMC_vrm':{'specVersion':'1.0',"
        "'meta':{'name':'a','avatarPermission':'everyone','avatarPermission':'onlyAuthor',"
        "'commercialUsage':'corporation','commercialUsage':'personalProfit',"
        "'commercialUsage':'personalNonProfit'},'humanoid':{'humanBones':{'hips':{'node':0},"
        "'hips':{'node':1}}},'expressions':{'preset':{'happy':{'isBinary':true},'happy':{}},"
        "'custom':{'x':{'isBinary':true},'x':{}}}}}}");
    const vrm_Meta* meta = vrm_model_meta(test.model);
    assert_int_equal(meta->avatar_permission, VRM_AVATAR_ONLY_AUTHOR);
    assert_int_equal(meta->commercial_usage, VRM_COMMERCIAL_PERSONAL_NON_PROFIT);
    assert_int_equal(vrm_model_bone(test.model, VRM_BONE_HIPS), 1);
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(test.model, &count);
    assert_int_equal(count, 2);
    assert_int_equal(expressions[0].binary, VRM_BINARY_NOT);
    assert_int_equal(expressions[1].binary, VRM_BINARY_NOT);
    int32_t duplicates = 0;
    for (int32_t i = 0; i < vrm_report_count(test.report); i++) {
        vrm_Finding finding = vrm_report_get(test.report, i);
        if (strcmp(finding.code, "DUPLICATE_KEY") != 0) continue;
        assert_int_equal(finding.severity, VRM_ERROR);
        duplicates++;
    }
    assert_int_equal(duplicates, 6);
    test_model_free(&test);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meta_of_1_is_read_whole),
        cmocka_unit_test(meta_of_1_defaults_to_the_strictest),
        cmocka_unit_test(values_of_1_are_exactly_those_listed),
        cmocka_unit_test(thumbnail_out_of_range_is_none_with_a_warning),
        cmocka_unit_test(third_party_licenses_keep_line_breaks),
        cmocka_unit_test(empty_lists_load),
        cmocka_unit_test(other_license_url_loads),
        cmocka_unit_test(meta_of_0_is_read_whole),
        cmocka_unit_test(permissions_of_0_are_read_in_both_spellings),
        cmocka_unit_test(thumbnail_of_0_may_be_minus_one),
        cmocka_unit_test(values_of_0_ignore_case_and_default_to_the_strictest),
        cmocka_unit_test(meta_of_the_draft_is_read_whole),
        cmocka_unit_test(license_of_the_draft_is_read_with_space_or_underscore),
        cmocka_unit_test(late_draft_has_the_meta_of_1),
        cmocka_unit_test(missing_meta_is_an_error_that_loads),
        cmocka_unit_test(long_and_empty_strings_load_whole),
        cmocka_unit_test(last_of_two_equal_keys_counts_and_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
