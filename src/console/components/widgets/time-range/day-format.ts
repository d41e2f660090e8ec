const inEnglish = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', options);
  return (date: Date): string => format.format(date);
};
const formatWeekday = inEnglish({ weekday: 'long' });
const formatMonth = inEnglish({ month: 'long' });
const ordinal = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIX: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

const padNumber = (value: number, digits: number): string => String(value).padStart(digits, '0');
const formatIsoMonth = (date: Date): string =>
  `${padNumber(date.getFullYear(), 4)}-${padNumber(date.getMonth() + 1, 2)}`;
const formatMonthOfYear = (date: Date): string => `${formatMonth(date)} ${date.getFullYear()}`;

/** Those that the calendar asks for. */
const PATTERNS: Readonly<Record<string, (date: Date) => string>> = {
  d: (date) => String(date.getDate()),
  cccc: formatWeekday,
  cccccc: (date) => formatWeekday(date).slice(0, 2),
  PPPP: (date) => {
    const day = date.getDate();
    const suffix = SUFFIX[ordinal.select(day)] ?? 'th';
    return `${formatWeekday(date)}, ${formatMonth(date)} ${day}${suffix}, ${date.getFullYear()}`;
  },
  'LLLL y': formatMonthOfYear,
  'LLLL yyyy': formatMonthOfYear,
  'yyyy-MM': formatIsoMonth,
  'yyyy-MM-dd': (date) => `${formatIsoMonth(date)}-${padNumber(date.getDate(), 2)}`,
};

/**
 * In the build, the calendar's library formats with this in place of `date-fns/format`, which reads any pattern.
 * @throws Error for any other pattern
 */
export function format(date: Date, pattern: string): string {
  const write = PATTERNS[pattern];
  if (!write) throw new Error(`no format of days for '${pattern}'`);
  return write(date);
}
