import { type ReactNode, useId } from 'react';

/**
 * A description via `aria-describedby` and hidden text, as not all screen readers support `aria-description`.
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
