/** Numbers that OTLP gives to severities, by the names that senders use. */
const NUMBERS: Readonly<Record<string, number>> = {
  trace: 1,
  debug: 5,
  info: 9,
  information: 9,
  informational: 9,
  notice: 10,
  warn: 13,
  warning: 13,
  err: 17,
  error: 17,
  crit: 18,
  critical: 18,
  alert: 19,
  emerg: 21,
  fatal: 21,
  panic: 21,
};

const NAMES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
const PER_NAME = 4;
const LAST = NAMES.length * PER_NAME;

/** 0 of a name that tells no severity. */
export const severityNumberOf = (name: string): number => NUMBERS[name.toLowerCase()] ?? 0;

export const isSeverityNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LAST;

/** The short name that OpenTelemetry has for a number: 13 is WARN, 14 is WARN2. Empty for an unknown one. */
export function severityNameOf(number: number): string {
  if (!isSeverityNumber(number)) return '';
  const step = ((number - 1) % PER_NAME) + 1;
  return `${NAMES[Math.floor((number - 1) / PER_NAME)]}${step === 1 ? '' : step}`;
}
