#pragma once
// MD5 (RFC 1321): dbt names things by it (`local_md5`, a manifest's project_id). Against nothing
// and nobody: not for secrets.

#include <string>
#include <string_view>

namespace tally {

// 32 hexadecimal digits, in lower case.
std::string md5_hex(std::string_view bytes);

}  // namespace tally
