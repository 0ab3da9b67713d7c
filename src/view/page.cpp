#include "view/page.hpp"

#include "wend/view/html_export.hpp"

#ifdef WEND_VIEWER_PAGE
// The assembler takes the file as it is: no generated source, and no compiler has to read it.
asm(".section .rodata\n"
    ".global wend_viewer_page_begin\n"
    ".global wend_viewer_page_end\n"
    "wend_viewer_page_begin:\n"
    ".incbin \"" WEND_VIEWER_PAGE
    "\"\n"
    "wend_viewer_page_end:\n"
    ".previous\n");
extern "C" const char wend_viewer_page_begin[];
extern "C" const char wend_viewer_page_end[];
#endif

namespace wend::view {

std::string_view page() noexcept {
#ifdef WEND_VIEWER_PAGE
    return {wend_viewer_page_begin, static_cast<std::size_t>(wend_viewer_page_end - wend_viewer_page_begin)};
#else
    return {};
#endif
}

Status page_status() {
    if (!page().empty()) return Status::ok();
    return {StatusCode::not_available,
            "this build has no viewer: install Node.js 18 or newer with npm (Debian: apt-get install nodejs "
            "npm), "
            "then configure and build again"};
}

}  // namespace wend::view
