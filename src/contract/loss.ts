import type { Template } from './entities/template.ts';

/** What is said wherever a source or destination that may lose events is chosen or shown (R22). */
export const CAN_LOSE_DATA = 'Can lose data';

const isDropping = (buffer: unknown): boolean =>
  typeof buffer === 'object' && buffer !== null && Reflect.get(buffer, 'whenFull') === 'drop_newest';

/**
 * Why events can be lost there, one sentence each; empty when they cannot: what its kind warns of, and, of a
 * configuration, a buffer that drops what it has no room for.
 */
export const lossReasons = (
  template: Pick<Template, 'warnings'> | undefined,
  config?: Readonly<Record<string, unknown>>,
): string[] => [
  ...(template?.warnings ?? []),
  ...(isDropping(config?.buffer) ? ['When its buffer is full, the newest events are dropped.'] : []),
];
