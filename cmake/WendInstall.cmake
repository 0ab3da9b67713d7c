# `cmake --install` gives headers, libraries, the tool and find_package(wend).
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY WEND_MODULES)
list(TRANSFORM modules PREPEND wend_ OUTPUT_VARIABLE targets)
add_library(wend INTERFACE)
target_link_libraries(wend INTERFACE ${targets})
add_library(wend::wend ALIAS wend)

install(TARGETS wend wend_flags ${targets} EXPORT wendTargets)
install(DIRECTORY include/wend DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS wend_cli)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/wend)
install(EXPORT wendTargets NAMESPACE wend:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
configure_package_config_file(cmake/wendConfig.cmake.in wendConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
write_basic_package_version_file(wendConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wendConfig.cmake ${PROJECT_BINARY_DIR}/wendConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/wend)
