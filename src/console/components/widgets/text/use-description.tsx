import { type ReactNode, useId } from 'react';

/**
 * A description for screen readers, as `aria-describedby` and the hidden text it names: not all of them know
 * `aria-description`.
 */
export function useDescription(text: string | undefined): { describedBy?: string; description?: ReactNode } {
  const id = useId();
  if (text === undefined) return {};
  return {
    describedBy: id,
    description: (
      <span id={id} hidden>
        {text}
      </span>
    ),
  };
}
