// Dates and times of the day as texts write them.
#pragma once

#include "text/quantity_scanner.h"

namespace sotto::text {

// The date that begins at byte i ("November 5, 2026", "5. Mai", "2026-11-05", "12/31/2024",
// 2026年11月5日), or none. Days and months are checked; what may be both is read by the language.
std::optional<FoundQuantity> date_at(const QuantityScanner& scan, size_t i);

// The time that begins at byte i ("10:30", "2:30 PM", "2 a.m.", 午前2時30分), or none.
std::optional<FoundQuantity> time_at(const QuantityScanner& scan, size_t i);

}  // namespace sotto::text
