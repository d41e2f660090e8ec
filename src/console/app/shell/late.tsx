import { type ComponentType, useEffect, useState } from 'react';
import { PopupBoundary } from '../../components/widgets/lazy/popup-boundary.tsx';
import { runAfterFirstContent } from '../first-content.ts';

/** Lazy code that the first content does not wait for. */
export function Late<Props extends object>({
  Component,
  ...props
}: { Component: ComponentType<Props> } & Props) {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => runAfterFirstContent(() => setWanted(true)), []);
  return (
    <PopupBoundary isOpen={isWanted} onFailed={() => setWanted(false)}>
      {isWanted && <Component {...(props as unknown as Props)} />}
    </PopupBoundary>
  );
}
