import { useEffect, useState } from 'react';
import { parseLogQuery } from '../../../contract/log-query/index.ts';
import { changeQuery } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';

/** After the last key. */
const SEARCH_DEBOUNCE_MS = 120;

const changeAddress = (changes: Parameters<typeof changeQuery>[1], replace: boolean): void =>
  goTo(`${window.location.pathname}${changeQuery(window.location.search, changes)}`, { replace });

/**
 * The query line and what the address asks. What is typed is asked a moment later, unless it has an error; then
 * the last question stays.
 */
export function useQueryLine() {
  const { search } = useShownLocation();
  const parameters = new URLSearchParams(search);
  const inAddress = parameters.get('q') ?? '';
  const [typed, setTyped] = useState({ text: inAddress, of: inAddress });
  const [own] = useState<{ sent: string | undefined }>({ sent: undefined });
  if (typed.of !== inAddress) {
    // What was typed since it was sent stays; back, a link or a command replaces it.
    const text = own.sent === inAddress ? typed.text : inAddress;
    own.sent = undefined;
    setTyped({ text, of: inAddress });
  }
  const { text } = typed;
  const parsed = parseLogQuery(text);
  const isValid = parsed.error === undefined;
  useEffect(() => {
    if (text === inAddress || !isValid) return;
    const timer = setTimeout(() => {
      own.sent = text;
      changeAddress({ q: text }, true);
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, inAddress, isValid, own]);
  return {
    text,
    type: (next: string) => setTyped({ text: next, of: inAddress }),
    ask: (next: string) => changeAddress({ q: next }, false),
    asked: inAddress,
    isAskable: parseLogQuery(inAddress).error === undefined,
    error: parsed.error,
    sourceId: parameters.get('source') ?? undefined,
    setSource: (id: string | undefined) => changeAddress({ source: id }, false),
    columns: parameters.getAll('column'),
    setColumns: (columns: readonly string[]) => changeAddress({ column: columns }, true),
  };
}
