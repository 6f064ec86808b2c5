type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

interface WeekInfo {
  /** 1 is Monday, 7 is Sunday. */
  readonly firstDay: number;
}

/** Not yet in the types, and not yet in all browsers. */
type LocaleWithWeeks = Intl.Locale & { readonly getWeekInfo?: () => WeekInfo };

/** The day a week begins with, 0 for Sunday; Monday where the browser cannot tell. */
export function firstDayOfWeek(locale: string): Weekday {
  const info = (new Intl.Locale(locale) as LocaleWithWeeks).getWeekInfo?.();
  return ((info?.firstDay ?? 1) % 7) as Weekday; // a remainder of 7
}
