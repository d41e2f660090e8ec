import { Dialog } from '@ariakit/react';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { selectIsOpen } from '../../../../machines/command-palette/index.ts';
import { isPaletteWanted, paletteRequest } from '../../commands/palette/open-palette.ts';
import { createPalette } from '../../commands/palette/palette-actor.ts';
import { PaletteBody } from './PaletteBody.tsx';
import * as css from './palette.css.ts';

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
      preventBodyScroll={false}
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
