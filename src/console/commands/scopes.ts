import { useLayoutEffect } from 'react';
import { createStore } from './store.ts';

/**
 * What mounted views publish for their commands, by scope. A view adds its line beside its commands:
 *
 *     declare module '../../commands/scopes.ts' {
 *       interface ScopeMap { 'pipelines.list': PipelinesListScope }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: views add to it by declaration merging
export interface ScopeMap {}

export type ScopeId = Extract<keyof ScopeMap, string>;
export type PublishedScopes = Readonly<Partial<ScopeMap>>;

/** Keys that a widget handles itself; they stand in the key bar and in the help, and count as taken. */
export type WidgetKey = { keys: readonly string[]; label: string };

/** A scope as the key bar shows it. */
export type ScopeDefinition = {
  id: ScopeId;
  /** Name in capitals at the left of the key bar: LIST, GRAPH, EDIT. */
  mode: string;
  tone?: 'neutral' | 'warn' | 'accent';
  /**
   * False: its keys are live as long as the view is mounted. True: only while the focus is inside the
   * element that carries `data-command-scope={id}`.
   */
  region?: boolean;
  /** Scopes that are published with it: their keys are taken here too, whichever lies on top. */
  alongside?: readonly ScopeId[];
  widgetKeys?: readonly WidgetKey[];
};

/** The published data, newest scope last. Only this module writes it. */
type Published = { readonly order: readonly ScopeId[]; readonly data: PublishedScopes };

export const publishedScopes = createStore<Published>({ order: [], data: {} });

const sameFields = (a: object, b: object): boolean => {
  const left = Object.entries(a);
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.is(value, Reflect.get(b, key)))
  );
};

const publish = <K extends ScopeId>(id: K, data: ScopeMap[K]): void => {
  const now = publishedScopes.get();
  const known = now.data[id];
  if (typeof known === 'object' && known && typeof data === 'object' && data && sameFields(known, data))
    return;
  const order = now.order.includes(id) ? now.order : [...now.order, id];
  publishedScopes.set({ order, data: { ...now.data, [id]: data } });
};

const withdraw = (id: ScopeId): void => {
  const now = publishedScopes.get();
  if (now.data[id] === undefined) return;
  const { [id]: _gone, ...rest } = now.data;
  publishedScopes.set({ order: now.order.filter((other) => other !== id), data: rest });
};

/**
 * Publishes what the commands of a scope need (selection, cursor row, actor references) while the view is
 * mounted. Fields are compared one by one, so the object itself may be new at every render; its fields
 * should be stable. `undefined` withdraws the scope.
 */
export function usePublishScope<K extends ScopeId>(id: K, data: ScopeMap[K] | undefined): void {
  useLayoutEffect(() => {
    if (data === undefined) withdraw(id);
    else publish(id, data);
  });
  useLayoutEffect(() => () => withdraw(id), [id]);
}
