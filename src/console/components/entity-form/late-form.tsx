import { type ComponentType, Suspense, useEffect, useLayoutEffect } from 'react';
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

/** Behind the form, whose first field has the focus by then. */
function GiveTyping() {
  useEffect(() => {
    const { text } = takeTyping('form');
    // As if typed now: the field hears it, and it can be undone.
    if (text && isTextField(document.activeElement)) document.execCommand('insertText', false, text);
  }, []);
  return null;
}

/** A form whose code loads when it opens. What is typed meanwhile goes into its first field. */
export function createLateForm<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const { Component } = createLazyCode(load);
  return (props: P) => (
    <Suspense fallback={<Loading />}>
      <Component {...props} />
      <GiveTyping />
    </Suspense>
  );
}
