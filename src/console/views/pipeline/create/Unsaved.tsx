import { useEffect, useState } from 'react';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { StatusShape } from '../../../components/widgets/icons/status-shape.tsx';
import { useShownLocation } from '../../../state/location.tsx';
import { getDraftSlot } from '../editor/draft-slot.ts';
import { draftStore, type UnsavedPipeline } from '../editor/draft-store.ts';
import * as css from './create.css.ts';
import { describeUnsaved, PLAIN } from './unsaved.ts';

const SHOWN = 3;

/** Starting a new pipeline keeps the other unsaved ones of this browser. */
export function Unsaved({ siteId }: { siteId: string }) {
  const { search } = useShownLocation();
  const [waiting, setWaiting] = useState<readonly UnsavedPipeline[]>([]);
  const slot = getDraftSlot(undefined, search);
  useEffect(() => {
    let isGone = false;
    void draftStore.newOnes(siteId, slot).then((found) => {
      if (!isGone) setWaiting(found);
    });
    return () => {
      isGone = true;
    };
  }, [siteId, slot]);
  if (waiting.length === 0) return null;
  const rest = waiting.length - SHOWN;
  return (
    <section className={css.waiting} aria-label="Unsaved pipelines">
      <StatusShape shape="pending" tone="info" />
      <p className={css.quiet}>
        {waiting.length === 1 ? 'Another new pipeline is' : `${waiting.length} other new pipelines are`}
        {' not saved yet in this browser: '}
        {waiting.slice(0, SHOWN).map((one, index) => (
          <span key={one.search}>
            {index > 0 && '; '}
            <strong className={css.waitingName}>{one.name || 'without a name'}</strong> (
            {describeUnsaved(one)})
          </span>
        ))}
        {rest > 0 && `; and ${rest} more`}.
      </p>
      <CommandButton
        id="create.openUnsaved"
        size="small"
        {...(waiting.length === 1 ? { args: { search: waiting[0]?.search || PLAIN } } : {})}
      />
    </section>
  );
}
