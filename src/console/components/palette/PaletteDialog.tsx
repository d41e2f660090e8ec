import { Dialog } from '@ariakit/react';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { selectIsOpen } from '../../../../machines/command-palette/index.ts';
import { isPaletteWanted, paletteRequest } from '../../commands/palette/open-palette.ts';
import { createPalette } from '../../commands/palette/palette-actor.ts';
import { PaletteBody } from './PaletteBody.tsx';
import * as css from './palette.css.ts';
import { useIsPainted } from './use-is-painted.ts';

const STOPS = 'input, button:not([tabindex="-1"]), [tabindex="0"]';

/** Keeps Tab inside: the browser's own toolbar may follow the last stop. */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  const next = stops.at((at + (event.shiftKey ? -1 : 1)) % Math.max(1, stops.length));
  event.preventDefault();
  next?.focus();
}

export default function PaletteDialog() {
  const [palette] = useState(() => {
    const created = createPalette(paletteRequest.get());
    created.open();
    return created;
  });
  const isOpen = useSelector(palette.actor, selectIsOpen);
  const hasPreview = useSelector(palette.actor, ({ context }) =>
    context.rows.some((row) => palette.option(row.id)?.preview !== undefined),
  );
  const isPainted = useIsPainted();
  useEffect(() => {
    if (!isOpen) isPaletteWanted.set(false);
  }, [isOpen]);
  const close = () => palette.actor.send({ type: 'palette.closed' });
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      aria-label="Command palette"
      unmountOnHide
      portal
      // What is behind it becomes inert, which computes the styles of the whole page: after the first frame.
      modal={isPainted}
      onKeyDown={keepTabInside}
      preventBodyScroll={false}
      // The first thing of each page takes the focus itself; the dialog would look for it by a layout.
      autoFocusOnShow={false}
      hideOnEscape={(event) => {
        event.stopPropagation();
        return true;
      }}
      backdrop={<div className={css.backdrop} />}
      className={hasPreview ? `${css.dialog} ${css.dialogWide}` : css.dialog}
    >
      <PaletteBody palette={palette} />
    </Dialog>
  );
}
