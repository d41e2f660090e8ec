import { Popover, usePopoverStore } from '@ariakit/react';
import { useEffect, useRef } from 'react';
import * as css from './form.css.ts';
import * as list from './select.css.ts';

/** `key` is unique. */
export type Proposal = { key: string; label: string; detail: string };

/** For `aria-activedescendant`. */
export const buildProposalId = (listId: string, index: number): string => `${listId}-${index}`;

type ProposalListProps = {
  id: string;
  label: string;
  proposals: readonly Proposal[];
  /** Index, or -1. */
  current: number;
  /** The text field. */
  anchor: HTMLElement | null;
  onTake: (index: number) => void;
};

/** Suggestions for a text field, which keeps the focus and handles the keys. Open while mounted. */
export function ProposalList({ id, label, proposals, current, anchor, onTake }: ProposalListProps) {
  const store = usePopoverStore({ open: true, placement: 'bottom-start' });
  const options = useRef<HTMLDivElement>(null);
  useEffect(() => {
    options.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <Popover
      store={store}
      ref={options}
      id={id}
      role="listbox"
      aria-label={label}
      getAnchorRect={() => anchor?.getBoundingClientRect() ?? null}
      gutter={4}
      overflowPadding={8}
      autoFocusOnShow={false}
      autoFocusOnHide={false}
      hideOnEscape={false}
      hideOnInteractOutside={false}
      className={list.plainPopover}
    >
      {proposals.map((one, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus and names the current one
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the text
        <div
          key={one.key}
          id={buildProposalId(id, index)}
          role="option"
          aria-selected={index === current}
          data-active-item={index === current ? '' : undefined}
          className={list.option}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(index)}
        >
          <span className={`${list.optionLabel} ${css.monoInput}`}>{one.label}</span>
          <span className={css.proposalDetail}>{one.detail}</span>
        </div>
      ))}
    </Popover>
  );
}
