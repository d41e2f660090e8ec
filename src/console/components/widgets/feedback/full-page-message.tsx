import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import * as css from './feedback.css.ts';

type FullPageMessageProps = {
  header?: ReactNode;
  title: string;
  children: ReactNode;
  /** Adds a Reload button. */
  onReload?: (() => void) | undefined;
  actions?: ReactNode;
};

export function FullPageMessage({ header, title, children, onReload, actions }: FullPageMessageProps) {
  return (
    <div className={css.full}>
      <header className={css.fullHeader}>{header}</header>
      <main className={css.fullBody}>
        <div className={css.message}>
          <h1 className={css.fullTitle}>{title}</h1>
          <div>{children}</div>
          <div className={css.actions}>
            {onReload && (
              <Button variant="primary" icon="refresh" autoFocus onClick={onReload}>
                Reload
              </Button>
            )}
            {actions}
          </div>
        </div>
      </main>
    </div>
  );
}
