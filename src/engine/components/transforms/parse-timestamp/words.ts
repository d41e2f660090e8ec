const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONG_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const ZONES: Record<string, number> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  cet: 60,
  cest: 120,
};

export function monthNumber(name: string): number | undefined {
  const lower = name.toLowerCase();
  const at = lower.length === 3 ? MONTHS.indexOf(lower) : LONG_MONTHS.indexOf(lower);
  return at < 0 ? undefined : at + 1;
}

/** Minutes ahead of UTC for `Z`, `+0100`, `+01:00`, `+01` or `EST`; else undefined. */
export function zoneOffset(text: string): number | undefined {
  const numeric = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(text);
  if (!numeric) return ZONES[text.toLowerCase()];
  const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
  return minutes > 18 * 60 ? undefined : numeric[1] === '-' ? -minutes : minutes;
}
