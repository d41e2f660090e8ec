import type { ReactElement } from 'react';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import type { TriggerProps } from './open-on-demand.tsx';

export type MenuEntry = {
  id: string;
  label: string;
  icon?: IconName | undefined;
  keys?: string | undefined;
  danger?: boolean | undefined;
  disabledReason?: string | undefined;
  /** Draws a separator above. */
  startsGroup?: boolean | undefined;
  onSelect: () => void;
};

export type MenuProps = {
  trigger: ReactElement<TriggerProps>;
  label: string;
  entries: readonly MenuEntry[];
};
