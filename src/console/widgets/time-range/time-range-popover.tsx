import { Popover, usePopoverStore } from '@ariakit/react';
import { swallowEscape } from '../keys/swallow-escape.ts';
import * as css from './time-range.css.ts';
import { TimeRangePanel, type TimeRangePanelProps } from './time-range-panel.tsx';

type TimeRangePopoverProps = TimeRangePanelProps & {
  /** The button it hangs from, and that has the focus again once it is closed. */
  anchor: HTMLElement | null;
  /** Escape, or a press beside it: nothing changes. */
  onClose: () => void;
};

/** The panel of the time filter under its button; open as long as it is mounted. */
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
      // Tab stays inside: stepping out of the last field must not throw away what was typed.
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
