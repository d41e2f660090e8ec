import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './feedback.css.ts';

type ErrorPanelProps = {
  title: string;
  cause?: ReactNode;
  resolution?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryKeys?: string | undefined;
};

export function ErrorPanel({ title, cause, resolution, onRetry, retryKeys }: ErrorPanelProps) {
  return (
    <div role="alert" className={css.panel}>
      <h2 className={css.heading}>
        <StatusShape shape="octagon" tone="err" size={16} />
        {title}
      </h2>
      {cause && <div>{cause}</div>}
      {resolution && <div>{resolution}</div>}
      {onRetry && (
        <div className={css.actions}>
          <Button icon="refresh" keys={retryKeys} onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}
