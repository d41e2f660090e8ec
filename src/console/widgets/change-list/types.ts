import type { IconName } from '../icons/icon-table.ts';

export type ChangeKind = 'added' | 'removed' | 'changed';

/** One field: what stood there and what stands there now; undefined is nothing. */
export type ChangeLine = {
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** Only what a list lost and gained; the rest of it is the same. */
  isPart?: boolean;
};

/** One thing that changed. */
export type Change = {
  key: string;
  kind: ChangeKind;
  title: string;
  /** What it is: 'Filter', 'connection'. */
  note: string;
  icon?: IconName | undefined;
  lines: readonly ChangeLine[];
  /** Stands apart, for instance because both sides changed it. */
  warning?: string | undefined;
};
