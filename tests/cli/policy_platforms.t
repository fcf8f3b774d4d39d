# The platforms that come with the command have names, and a list; a file of that name goes first.
$ vrm validate --policy list; vrm validate --policy list --json | head -n 1
cluster                  cluster, VRM 1.0
cluster-0x-high          cluster, VRM 0.x, high quality
cluster-0x-low           cluster, VRM 0.x, low quality
cluster-0x-medium        cluster, VRM 0.x, medium quality
cluster-0x-very-high     cluster, VRM 0.x, very high quality
cluster-sdk              cluster, first table
dmm                      DMM VR Connect
everywhere               core glTF, for every reader
hyperfy-2                Hyperfy rank 2
hyperfy-3                Hyperfy rank 3
hyperfy-4                Hyperfy rank 4
hyperfy-5                Hyperfy rank 5
mobile                   mobile
monaverse-excellent      Monaverse: excellent
monaverse-good           Monaverse: good
monaverse-most           Monaverse: most
oncyber                  oncyber
redistribution           open library
social                   social world
vket                     Vket
vrchat-mobile-excellent  VRChat mobile: Excellent
vrchat-mobile-good       VRChat mobile: Good
vrchat-mobile-medium     VRChat mobile: Medium
vrchat-mobile-poor       VRChat mobile: Poor
vrchat-pc-excellent      VRChat PC: Excellent
vrchat-pc-good           VRChat PC: Good
vrchat-pc-medium         VRChat PC: Medium
vrchat-pc-poor           VRChat PC: Poor
web                      web page
{"policy":"cluster","name":"cluster, VRM 1.0"}
$ vrm_scene 1.0 one.vrm && for p in "$PLATFORMS"/*.json; do n=$(basename "$p" .json); vrm validate --policy $n one.vrm >by_name; echo "$n $?"; vrm validate --policy "$p" one.vrm | cmp - by_name; done
cluster-0x-high 1
cluster-0x-low 1
cluster-0x-medium 1
cluster-0x-very-high 1
cluster-sdk 0
cluster 0
dmm 0
everywhere 0
hyperfy-2 0
hyperfy-3 1
hyperfy-4 1
hyperfy-5 1
monaverse-excellent 1
monaverse-good 1
monaverse-most 1
oncyber 0
vket 1
vrchat-mobile-excellent 1
vrchat-mobile-good 1
vrchat-mobile-medium 1
vrchat-mobile-poor 1
vrchat-pc-excellent 1
vrchat-pc-good 1
vrchat-pc-medium 0
vrchat-pc-poor 0
web 0
$ echo '{"policy":1,"name":"mine","limits":{"nodes":1}}' >web; vrm validate --policy web one.vrm | head -n 1; rm web
one.vrm: error: The file has 89 nodes; the policy allows 1 (mine). [POLICY_NODES] at /nodes
# A name that is not there: the nearest one, or where to look. A path is a path.
$ vrm validate --policy vrchat-pc-god one.vrm
! vrm validate: vrchat-pc-god: no such file, and no policy of that name; did you mean vrchat-pc-good?
? 3
$ vrm validate --policy nowhere one.vrm
! vrm validate: nowhere: no such file, and no policy of that name; vrm validate --policy list shows the names
? 3
$ vrm validate --policy ./web one.vrm
! vrm validate: ./web: No such file or directory
? 3
$ vrm validate --policy list one.vrm
! vrm validate: list: no such file, and no policy of that name; vrm validate --policy list shows the names
? 3
# What each demands, by one avatar that is packed for the web and one that is not.
$ printf '%s\n' 'set /extensionsUsed ["VRMC_vrm","EXT_texture_webp"]' >edit; vrm_scene 1.0 packed.vrm --edit edit; for p in everywhere web; do vrm validate --policy $p packed.vrm | grep -c POLICY; done
1
0
? 1
# Springs that cluster switches off are told, and nothing is refused.
$ vrm_scene 0.x zero.vrm; vrm validate --policy cluster-0x-low zero.vrm; vrm validate --policy cluster zero.vrm
zero.vrm: info: The file has 6 spring chains; the policy allows 0 (cluster, VRM 0.x, low quality). [POLICY_SPRINGS]
zero.vrm: VRM 0.x: 0 errors, 0 warnings, 1 info, 0 hints
zero.vrm: error: The file is VRM 0.x, which the policy does not accept (cluster, VRM 1.0). [POLICY_DIALECT]
zero.vrm: VRM 0.x: 1 error, 0 warnings, 0 infos, 0 hints
? 1
