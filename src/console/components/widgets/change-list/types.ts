import type { IconName } from '../../../lib/icons/icon-names.ts';

export type ChangeKind = 'added' | 'removed' | 'changed';

/** A field before and after; undefined means no value. */
export type ChangeLine = {
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** Lists only added and removed items. */
  isPart?: boolean;
};

export type Change = {
  key: string;
  kind: ChangeKind;
  title: string;
  note: string;
  icon?: IconName | undefined;
  lines: readonly ChangeLine[];
  warning?: string | undefined;
};
