import type { ReactNode } from 'react';
import type { IconName } from '../../../lib/icons/icon-names.ts';
import { Icon } from '../icons/icon.tsx';
import * as css from './feedback.css.ts';

type EmptyStateProps = {
  title: string;
  children?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
};

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
