import { Popover, usePopoverStore } from '@ariakit/react';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './time-range.css.ts';
import { TimeRangePanel, type TimeRangePanelProps } from './time-range-panel.tsx';

type TimeRangePopoverProps = TimeRangePanelProps & {
  /** The trigger; gets the focus on close. */
  anchor: HTMLElement | null;
  onClose: () => void;
};

/** Open while mounted. */
export default function TimeRangePopover({ anchor, onClose, ...panel }: TimeRangePopoverProps) {
  const store = usePopoverStore({
    open: true,
    placement: 'bottom-end',
    setOpen: (open) => {
      if (!open) onClose();
    },
  });
  return (
    <Popover
      store={store}
      getAnchorRect={() => anchor?.getBoundingClientRect() ?? null}
      gutter={6}
      overflowPadding={8}
      hideOnEscape={swallowEscape}
      // Traps Tab: leaving the last field must not discard what was typed.
      modal
      backdrop={false}
      finalFocus={anchor}
      aria-label="Time range"
      className={css.popover}
    >
      <TimeRangePanel {...panel} />
    </Popover>
  );
}
