import { useSelector } from '@xstate/react';
import { selectUnsaved } from '../../../../machines/preferences/index.ts';
import { preferencesActor } from '../../commands/preferences/preferences-actor.ts';
import { Button } from '../../components/widgets/actions/button.tsx';
import { StatusShape } from '../../components/widgets/icons/status-shape.tsx';
import * as css from './profile.css.ts';

/** Unsaved changes apply in this window; they can be retried or discarded. */
export function UnsavedNotice() {
  const problem = useSelector(preferencesActor, selectUnsaved);
  return (
    <div role="status">
      {problem !== undefined && (
        <div className={css.notice}>
          <StatusShape shape="triangle" tone="warn" />
          <span className={css.noticeText}>Not saved, applies in this window only: {problem}</span>
          <Button
            size="small"
            icon="refresh"
            onClick={() => preferencesActor.send({ type: 'preferences.retry' })}
          >
            Try again
          </Button>
          <Button
            size="small"
            variant="ghost"
            onClick={() => preferencesActor.send({ type: 'preferences.discard' })}
          >
            Undo the change
          </Button>
        </div>
      )}
    </div>
  );
}
