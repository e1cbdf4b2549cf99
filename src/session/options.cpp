#include "session/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "search/presets.hpp"

namespace solvent::session {

namespace {

std::string text_of(bool flag, Unit) { return flag ? "yes" : "no"; }
std::string text_of(const std::string& text, Unit) { return text; }
std::string text_of(const std::pair<int, int>& range, Unit) {
  return fmt::format("{}..{}", range.first, range.second);
}
template <class T>
requires std::is_arithmetic_v<T> std::string text_of(T number, Unit unit) {
  if (unit != Unit::Bytes || number == 0) return fmt::format("{}", number);
  constexpr std::string_view kScales = "KMGT";
  auto bytes = static_cast<std::uint64_t>(number);
  std::size_t scale = 0;
  for (; bytes % 1024 == 0 && scale < kScales.size(); ++scale) bytes /= 1024;
  return fmt::format("{}{}", bytes, scale == 0 ? "" : kScales.substr(scale - 1, 1));
}
template <class T>
std::string text_of(const std::optional<T>& value, Unit unit) {
  return value ? text_of(*value, unit) : std::string();
}

// A value as errors show it.
template <class T>
std::string shown(const T& value) {
  if constexpr (std::is_same_v<T, std::string>)
    return text::quoted(value);
  else
    return text_of(value, Unit::None);
}

bool is_choice(const std::string& text, const std::vector<std::string>& choices) {
  return std::any_of(choices.begin(), choices.end(), [&](std::string_view choice) {
    const std::size_t colon = choice.find(':');
    return colon == choice.npos ? text == choice : text.starts_with(choice.substr(0, colon + 1));
  });
}

bool has_choices(const Option& option) {
  return !option.choices.empty() || option.listed != nullptr;
}

template <class T>
bool fits(const Option& option, const T& value) {
  if constexpr (std::is_same_v<T, std::string>)
    return !has_choices(option) || (option.listed != nullptr && value.empty()) ||
           is_choice(value, choices_of(option));
  else if constexpr (std::is_same_v<T, std::uint64_t> || std::is_same_v<T, double>)
    return option.range.has(static_cast<double>(value));
  else
    return true;
}
template <class T>
bool fits(const Option& option, const std::optional<T>& value) {
  return !value || fits(option, *value);
}

std::vector<const Option*> companions(const Option& option) {
  std::vector<const Option*> out;
  for (const std::string_view name : option.goes_with)
    if (const Option* other = table::find(name)) out.push_back(other);
  return out;
}

// What holds if it is not given; "" if there is nothing to say.
std::string usual_text(const Option& option, const Dialect& dialect) {
  if (!option.usual.empty()) return std::string(option.usual);
  if (is_flag(option)) return "";
  return visit(option, Options(), [&]<class T>(const T& value) {
    if constexpr (std::is_same_v<T, double>)
      if (option.unit == Unit::Minutes && dialect.minutes) return text_of(value / 60, Unit::None);
    return text_of(value, option.unit);
  });
}

}  // namespace

std::string_view title(Group group) {
  switch (group) {
    case Group::Question: return "The question";
    case Group::Search: return "How to search";
    case Group::Limits: return "Limits";
    case Group::Windows: return "Windows";
    case Group::BestFirst: return "Effort numbers, best first";
    case Group::DepthFirst: return "Effort numbers, depth first";
    case Group::RandomGames: return "Random games";
    case Group::Known: return "What is known already";
    case Group::Proofs: return "Proofs";
    case Group::LongRuns: return "Long runs";
  }
  return "";
}

// --- members -------------------------------------------------------------------------------------

bool is_flag(const Option& option) { return std::holds_alternative<Member<bool>>(option.member); }
bool is_on(const Option& option, const Options& options) {
  return visit(option, options, []<class T>(const T& value) {
    if constexpr (std::is_same_v<T, bool>) return value;
    return false;
  });
}
std::vector<std::string> choices_of(const Option& option) {
  std::vector<std::string> names(option.choices.begin(), option.choices.end());
  if (option.listed != nullptr)
    for (const Choice& choice : option.listed()) names.push_back(choice.name);
  return names;
}
bool given(const Option& option, const Options& options) {
  return std::visit(
      [&](auto member) {
        static Options usual;
        return member(const_cast<Options&>(options)) != member(usual);  // only looked at
      },
      option.member);
}
std::string value_text(const Option& option, const Options& options) {
  return visit(option, options, [&](const auto& value) { return text_of(value, Unit::None); });
}
std::string accepted(const Option& option) {
  const Interval& r = option.range;
  return with_type(option, [&]<class T, bool>() -> std::string {
    if constexpr (std::is_same_v<T, bool>) return "yes or no";
    if constexpr (std::is_same_v<T, std::string>)
      return has_choices(option) ? text::list(choices_of(option), "or") : "a text";
    if constexpr (std::is_same_v<T, std::pair<int, int>>)
      return "two whole numbers, the lesser first";
    if constexpr (std::is_same_v<T, int>) return "a whole number, for the side to move";
    const auto number = [&](double x) { return text_of(x, option.unit); };
    if (option.unit == Unit::Bytes) return "at least " + number(r.least);
    const std::string what = std::is_same_v<T, double> ? "a number" : "a whole number";
    if (r.most == Interval{}.most)
      return what +
             (r.without_least ? " above " + number(r.least) : " from " + number(r.least) + " on");
    if (r.without_least)
      return fmt::format("{} between {} and {}, {} excluded", what, number(r.least), number(r.most),
                         r.without_most ? "both" : "the first");
    return fmt::format("{} from {} to {}{}", what, number(r.least), number(r.most),
                       r.without_most ? ", that excluded" : "");
  });
}

// --- words ---------------------------------------------------------------------------------------

Error say_of(const Option& option, std::string_view rest) {
  Error error{std::string(option.name), option.name, {{0, option.name}}};
  error.message += rest;
  return error;
}

std::string in_dialect(const Error& error, const Dialect& dialect) {
  std::string out;
  std::size_t at = 0;
  for (const Error::Mention& m : error.mentions) {
    out += error.message.substr(at, m.at - at);
    const Option* option = table::find(m.option);
    out += option != nullptr ? dialect.name(*option) : std::string(m.option);
    at = m.at + m.option.size();
  }
  return out + error.message.substr(at);
}

std::string help_text(const Option& option, const Dialect& dialect) {
  std::string out;
  if (option.used_by != nullptr) {
    for (const std::string& user : users_of(option)) out += (out.empty() ? "" : ", ") + user;
    out += ": ";
  }
  out += in_dialect(put_together(option.help, {}), dialect);
  if (option.unit == Unit::Minutes) out += dialect.minutes ? ", in minutes" : ", in seconds";
  if (std::holds_alternative<Member<std::optional<bool>>>(option.member))
    out += fmt::format(": {}, {} or {}", dialect.on, dialect.off, dialect.open);
  if (option.listed != nullptr) {
    std::vector<std::string> choices;
    for (const Choice& choice : option.listed())
      choices.push_back(fmt::format("{} ({})", choice.name,
                                    in_dialect(put_together(choice.meaning, {}), dialect)));
    return out + ": " + text::list(choices, "or");
  }
  if (!option.choices.empty()) {
    std::vector<std::string> choices = choices_of(option);
    choices.front() += " (default)";
    return out + ": " + text::list(choices, "or");
  }
  const std::string usual = usual_text(option, dialect);
  if (usual.empty()) return out;
  return out + fmt::format(" (default{} {})", usual.find(' ') == usual.npos ? "" : ":", usual);
}

std::vector<std::string> users_of(const Option& option) {
  std::vector<std::string> users;
  for (const search::Preset& preset : search::kPresets)
    if (option.used_by == nullptr || option.used_by(preset.algorithm))
      users.emplace_back(preset.name);
  return users;
}

// --- what is wrong with options ------------------------------------------------------------------

std::optional<Error> misplaced(const Options& options, const std::string& name,
                               const search::Algorithm& algorithm) {
  for (const Option& option : kOptions)
    if (option.used_by != nullptr && !option.used_by(algorithm) && given(option, options))
      return say_of(option,
                    fmt::format(" belongs to {}, not to {}", text::list(users_of(option)), name));
  return std::nullopt;
}

std::optional<Error> out_of_range(const Options& options) {
  for (const Option& option : kOptions) {
    const bool right =
        visit(option, options, [&](const auto& value) { return fits(option, value); });
    if (right) continue;
    const std::string value = visit(option, options, [&]<class T>(const T& v) {
      if constexpr (Optional<T>::value)
        return shown(*v);
      else
        return shown(v);
    });
    if (option.unit == Unit::Bytes) return say_of(option, ": " + accepted(option) + " is needed");
    return say_of(option,
                  fmt::format(" {}: {}", value,
                              has_choices(option) ? "there are " + text::list(choices_of(option))
                                                  : accepted(option)));
  }
  return std::nullopt;
}

std::optional<Error> left_alone(const std::function<bool(const Option&)>& given) {
  for (const Option& option : kOptions) {
    const std::vector<const Option*> others = companions(option);
    if (others.empty() || !given(option)) continue;
    if (std::any_of(others.begin(), others.end(), [&](const Option* o) { return given(*o); }))
      continue;
    Error error = say_of(option, ": goes with ");
    for (const Option* other : others) {
      if (other != others.front()) error.message += " or ";
      error.mentions.push_back({error.message.size(), other->name});
      error.message += other->name;
      if (!other->value.empty()) error.message += fmt::format(" {}", other->value);
    }
    return error;
  }
  return std::nullopt;
}

}  // namespace solvent::session
