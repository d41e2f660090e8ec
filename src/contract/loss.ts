import type { Template } from './entities/template.ts';

/** Shown wherever a source or destination may lose events. */
export const CAN_LOSE_DATA = 'Can lose data';

const isDropping = (buffer: unknown): boolean =>
  typeof buffer === 'object' && buffer !== null && Reflect.get(buffer, 'whenFull') === 'drop_newest';

/** Why events can be lost, one sentence each: type warnings and buffers that drop. */
export const lossReasons = (
  template: Pick<Template, 'warnings'> | undefined,
  config?: Readonly<Record<string, unknown>>,
): string[] => [
  ...(template?.warnings ?? []),
  ...(isDropping(config?.buffer) ? ['When its buffer is full, the newest events are dropped.'] : []),
];
