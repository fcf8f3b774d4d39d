option(VRM_TESTS "build the tests (needs cmocka)" OFF)
option(VRM_WERROR "treat warnings as errors" OFF)
