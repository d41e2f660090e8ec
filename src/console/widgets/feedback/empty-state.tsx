import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-table.ts';
import * as css from './feedback.css.ts';

type EmptyStateProps = {
  title: string;
  /** What this is. */
  children?: ReactNode;
  icon?: IconName;
  /** The command that fills it. */
  action?: ReactNode;
};

/** Nothing here yet: what belongs here and how to get it. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className={css.message}>
      <h2 className={css.heading}>
        {icon && <Icon name={icon} size="l" />}
        {title}
      </h2>
      {children && <div>{children}</div>}
      {action && <div className={css.actions}>{action}</div>}
    </div>
  );
}
