import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { buildProposalId } from '../widgets/forms/proposal-list.tsx';
import type { Completions } from './query-completion.ts';

type Text = {
  value: string;
  onChange: (text: string) => void;
  find: (text: string, caret: number) => Completions;
};

export type QueryCompletion = ReturnType<typeof useQueryCompletion>;

/**
 * Completions while typing; the input keeps the focus: arrows choose, Enter takes the chosen one, Tab the
 * first, Escape closes.
 */
export function useQueryCompletion(
  field: RefObject<HTMLInputElement | null>,
  { value, onChange, find }: Text,
) {
  const listId = useId();
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(-1);
  const next = useRef<number>(undefined);
  const taken = useRef<string>(undefined);
  const { from, options } = caret === undefined ? { from: 0, options: [] } : find(value, caret);
  const isOpen = options.length > 0;
  const active = isOpen && chosen >= 0 ? buildProposalId(listId, chosen) : undefined;

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const shown = {
      expanded: String(isOpen),
      controls: isOpen ? listId : '',
      activedescendant: active ?? '',
    };
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    for (const [name, text] of Object.entries(shown))
      if (text === '') input.removeAttribute(`aria-${name}`);
      else input.setAttribute(`aria-${name}`, text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the completed text is in the field
  useEffect(() => {
    if (next.current === undefined) return;
    field.current?.setSelectionRange(next.current, next.current);
    setCaret(next.current);
    next.current = undefined;
  }, [value]);

  const close = () => {
    setCaret(undefined);
    setChosen(-1);
  };
  const take = (index: number) => {
    const option = options[index];
    if (!option) return;
    next.current = from + option.insert.length;
    setChosen(-1);
    taken.current = value.slice(0, from) + option.insert + value.slice(caret);
    onChange(taken.current);
    field.current?.focus();
  };
  return {
    listId,
    /** Empty while closed. */
    options,
    chosen,
    take,
    close,
    type: (text: string) => {
      setCaret(field.current?.selectionStart ?? text.length);
      setChosen(-1);
      onChange(text === `${taken.current} ` && text.endsWith('  ') ? text.slice(0, -1) : text);
    },
    /** The caret moved. */
    follow: () => {
      const input = field.current;
      if (!input || document.activeElement !== input) return;
      // The closing key may have moved it too.
      setCaret((current) => (current === undefined ? undefined : (input.selectionStart ?? undefined)));
    },
    /** @returns whether the completions used the key */
    handleKey: (event: KeyboardEvent): boolean => {
      const { key } = event;
      if (event.nativeEvent.isComposing || !isOpen) return false;
      const index = options[chosen] ? chosen : key === 'Tab' && !event.shiftKey ? 0 : -1;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : -1;
        setChosen((chosen + step + options.length + (chosen < 0 && step < 0 ? 1 : 0)) % options.length);
      } else if ((key === 'Enter' || key === 'Tab') && index >= 0) take(index);
      else if (key === 'Escape') close();
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
