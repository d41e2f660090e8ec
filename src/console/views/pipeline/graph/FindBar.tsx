import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { counted } from '../../../../contract/values.ts';
import { IconButton } from '../../../components/widgets/actions/button.tsx';
import { TextField } from '../../../components/widgets/forms/text-field.tsx';
import type { GraphHandle } from '../../../components/widgets/graph/types.ts';
import * as css from './find.css.ts';
import type { Find } from './use-find.ts';

type FindBarProps = {
  find: Find;
  handle: RefObject<GraphHandle | null>;
  onDone: (id: string | undefined) => void;
};

function describeHits({ text, hits, at }: Find): string {
  if (text.trim() === '') return 'Type a name or a type';
  if (hits.length === 0) return 'No node matches';
  const hit = hits[at];
  if (!hit) return counted(hits.length, 'node');
  return `${at + 1} of ${hits.length}: ${hit.title}`;
}

/** Enter and the arrows visit hits while typing; Escape leaves the focus on the hit. */
export function FindBar({ find, handle, onDone }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const none = find.hits.length === 0 ? 'No node matches' : undefined;
  const go = (by: 1 | -1) => {
    const hit = find.go(by);
    if (!hit) return;
    // Focusing a node scrolls it into view; the input takes the focus back.
    handle.current?.focus(hit.id);
    field.current?.focus();
  };
  const close = () => {
    find.close();
    onDone(find.hits[find.at]?.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') go(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowUp') go(-1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={css.bar} aria-label="Find a node">
      <div className={css.field}>
        <TextField
          ref={field}
          label="Find a node by name or type"
          hideLabel
          icon="search"
          autoFocus
          value={find.text}
          onChange={find.setText}
          onKeyDown={onKeyDown}
        />
      </div>
      <span role="status" className={css.count}>
        {describeHits(find)}
      </span>
      <IconButton
        icon="arrowUp"
        label="Previous match"
        size="small"
        variant="ghost"
        disabledReason={none}
        onClick={() => go(-1)}
      />
      <IconButton
        icon="arrowDown"
        label="Next match"
        keys="Enter"
        size="small"
        variant="ghost"
        disabledReason={none}
        onClick={() => go(1)}
      />
      <IconButton
        icon="close"
        label="Close the search"
        keys="Escape"
        size="small"
        variant="ghost"
        onClick={close}
      />
    </search>
  );
}
