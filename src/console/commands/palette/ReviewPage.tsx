import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../widgets/actions/button.tsx';
import { StatusShape } from '../../widgets/icons/status-shape.tsx';
import * as css from './palette.css.ts';
import type { Palette } from './palette-actor.ts';
import { takeTyping } from './type-ahead.ts';

/** What is about to happen. The focus is on the act, or on Back when the act destroys something. */
export function ReviewPage({ palette }: { palette: Palette }) {
  const review = palette.review();
  const first = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const about = `${titleId} ${bodyId}`;
  useEffect(() => {
    // What was typed before the review could be read answers nothing.
    takeTyping();
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
          data-autofocus={review.destructive}
          variant="ghost"
          keys="Backspace"
          aria-describedby={about}
          onClick={back}
        >
          Back
        </Button>
        <Button
          ref={review.destructive ? null : first}
          // The palette may open on this page: then the dialog gives the focus, to whatever bears this.
          data-autofocus={!review.destructive}
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
