import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import * as css from './feedback.css.ts';

type FullPageMessageProps = {
  /** Product mark, avatar and the like along the top. */
  header?: ReactNode;
  title: string;
  children: ReactNode;
  /** With a Reload button when given (R2.8-03). */
  onReload?: (() => void) | undefined;
  actions?: ReactNode;
};

/** A page that is only a message (R2.8-01 … R2.8-03). */
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
