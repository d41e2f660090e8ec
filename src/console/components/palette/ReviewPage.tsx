import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Palette } from '../../commands/palette/palette-actor.ts';
import { takeHeldText } from '../../lib/held-keys.ts';
import { useStore } from '../../lib/store.ts';
import { collected } from '../../state/request-draft.ts';
import { Button } from '../widgets/actions/button.tsx';
import { StatusShape } from '../widgets/icons/status-shape.tsx';
import * as css from './palette.css.ts';

/** Focuses the action, or Back if the action is destructive. */
export function ReviewPage({ palette }: { palette: Palette }) {
  // The request's content may load after the review is shown.
  useStore(collected);
  const review = palette.review();
  const first = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const about = `${titleId} ${bodyId}`;
  useEffect(() => {
    // Drops keys typed before the review was readable.
    takeHeldText('palette');
    first.current?.focus();
  }, []);
  if (!review) return null;
  const back = () => palette.actor.send({ type: 'back.pressed' });
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace') return;
    event.preventDefault();
    back();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Backspace goes back a page, as on every page of the palette
    <div className={css.review} onKeyDown={pressed}>
      <h2 id={titleId} className={css.reviewTitle}>
        {review.destructive && <StatusShape shape="octagon" tone="err" size={16} />} {review.title}
      </h2>
      <p id={bodyId} className={css.reviewBody}>
        {review.body}
      </p>
      <div className={css.reviewActions}>
        <Button
          ref={review.destructive ? first : null}
          variant="ghost"
          keys="Backspace"
          aria-describedby={about}
          onClick={back}
        >
          Back
        </Button>
        {review.other && (
          <Button aria-describedby={about} onClick={() => palette.confirmOther()}>
            {review.other.action}
          </Button>
        )}
        <Button
          ref={review.destructive ? null : first}
          variant={review.destructive ? 'solidDanger' : 'primary'}
          aria-describedby={about}
          onClick={() => palette.actor.send({ type: 'review.confirmed' })}
        >
          {review.action}
        </Button>
      </div>
    </div>
  );
}
