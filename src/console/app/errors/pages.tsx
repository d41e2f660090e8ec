import { useEffect } from 'react';
import { Button } from '../../components/widgets/actions/button.tsx';
import { ChunkLoadError } from '../../components/widgets/lazy/lazy-code.ts';
import { markScreenArrived } from '../first-content.ts';
import * as css from './pages.css.ts';
import { RENDER_FAILED } from './render-failed.ts';

const reload = () => window.location.reload();

export function ScreenFailed({ error }: { error: unknown }) {
  const isChunk = error instanceof ChunkLoadError;
  useEffect(() => void markScreenArrived(), []);
  return (
    <div className={css.page}>
      <div className={css.words} role="alert">
        <h1 className={css.title} tabIndex={-1}>
          {isChunk ? 'Loading chunk failed' : 'Something went wrong!'}
        </h1>
        <p className={css.sentence}>
          {isChunk
            ? `${error.reason}. The service may have been updated or stopped; reload the page.`
            : 'An unexpected issue came up. Reload the page, or try again later.'}
        </p>
        <p className={css.actions}>
          <Button variant="primary" icon="refresh" autoFocus onClick={reload}>
            Reload
          </Button>
        </p>
      </div>
    </div>
  );
}

/** Shown when the whole console failed to render and the modal could not be loaded. */
export const RenderFailedPage = () => (
  <main className={css.page}>
    <div className={css.words} role="alert">
      <h1 className={css.title}>{RENDER_FAILED.title}</h1>
      <p className={css.sentence}>{RENDER_FAILED.message}</p>
      <p className={css.actions}>
        <Button variant="primary" icon="refresh" autoFocus onClick={reload}>
          {RENDER_FAILED.actionLabel}
        </Button>
      </p>
    </div>
  </main>
);
