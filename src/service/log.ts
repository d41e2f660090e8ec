import type { Logger } from 'pino';

/** pino, or silent in tests. Never log secrets or bodies. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines on standard error; standard output only has the ready line. */
export async function createLog(level: LogLevel): Promise<Log> {
  const { pino } = await import('pino');
  const log: Log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  return log;
}
