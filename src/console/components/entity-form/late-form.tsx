import { type ComponentType, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { holdTyping, holdTypingBriefly, takeTyping } from '../../commands/keys/type-ahead.ts';
import { isTextField } from '../../commands/live-scopes.ts';
import { createLazyCode } from '../widgets/lazy/lazy-code.ts';

function Loading() {
  useLayoutEffect(() => {
    holdTyping('form', () => undefined);
    return () => holdTypingBriefly('form');
  }, []);
  return null;
}

/** In place of a form whose data may not come. */
export function FormAwaited() {
  useLayoutEffect(() => {
    holdTyping('form', () => undefined);
    holdTypingBriefly('form');
  }, []);
  return null;
}

/** Behind the form, whose first field has the focus by then. Without one the keys are for the screen after all. */
function GiveTyping() {
  useEffect(() => {
    const { text } = takeTyping('form');
    const { activeElement } = document;
    // As if typed now: the field hears it, and it can be undone.
    if (text && isTextField(activeElement)) document.execCommand('insertText', false, text);
    else
      for (const key of text)
        activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, []);
  return null;
}

/** Around a form whose code loads when it opens. What is typed meanwhile goes into its first field. */
export const FormRoom = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Loading />}>
    {children}
    <GiveTyping />
  </Suspense>
);

/** A form in a room of its own. */
export function createLateForm<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const { Component } = createLazyCode(load);
  return (props: P) => (
    <FormRoom>
      <Component {...props} />
    </FormRoom>
  );
}
