/**
 * OTLP severity numbers by the names senders use:
 * https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber
 */
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

/** 0 for an unknown name. */
export const getSeverityNumber = (name: string): number => NUMBERS[name.toLowerCase()] ?? 0;

export const isSeverityNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LAST;

/** OpenTelemetry's short name: 13 is WARN, 14 is WARN2. Empty if unknown. */
export function getSeverityName(number: number): string {
  if (!isSeverityNumber(number)) return '';
  const step = ((number - 1) % PER_NAME) + 1;
  return `${NAMES[Math.floor((number - 1) / PER_NAME)]}${step === 1 ? '' : step}`;
}
