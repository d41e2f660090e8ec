import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';

export type VirtualRows = Virtualizer<HTMLElement, HTMLElement>;

type Options = Omit<
  VirtualizerOptions<HTMLElement, HTMLElement>,
  'observeElementRect' | 'observeElementOffset' | 'scrollToFn' | 'onChange'
> & {
  /** False when a render is needed. */
  onChange: (virtual: VirtualRows) => boolean;
};

/** Like `useVirtualizer`, but skips renders that `onChange` handled. */
export function useVirtualRows({ onChange, ...options }: Options): {
  virtual: VirtualRows;
  draw: () => void;
} {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const asked = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    ...options,
    onChange: (virtual: VirtualRows, isUrgent: boolean) => {
      if (onChange(virtual)) return;
      if (isUrgent) flushSync(draw);
      else draw();
    },
  };
  const [virtual] = useState(() => new Virtualizer(asked));
  virtual.setOptions(asked);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  return { virtual, draw };
}
