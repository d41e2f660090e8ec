import { useLayoutEffect } from 'react';
import { createStore } from '../lib/store.ts';

/**
 * Data that mounted views publish for their commands, by scope. Each view declares its own:
 *
 *     declare module '../../commands/scopes.ts' {
 *       interface ScopeMap { 'pipelines.list': PipelinesListScope }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: views extend it by declaration merging
export interface ScopeMap {}

export type ScopeId = Extract<keyof ScopeMap, string>;
export type PublishedScopes = Readonly<Partial<ScopeMap>>;

/** Keys handled by a widget; listed in key bar and help, and reserved. */
export type WidgetKey = { keys: readonly string[]; label: string };

export type ScopeDefinition = {
  id: ScopeId;
  /** Uppercase name at the left of the key bar: LIST, GRAPH, EDIT. */
  mode: string;
  tone?: 'neutral' | 'warn' | 'accent';
  /**
   * True: live only while the focus is inside the element with `data-command-scope={id}`. False: while the
   * view is mounted.
   */
  region?: boolean;
  /** Its name is also shown for a focus in an inner scope. */
  prevails?: boolean;
  /** Scopes published with this one; their keys are reserved here too. */
  alongside?: readonly ScopeId[];
  widgetKeys?: readonly WidgetKey[];
};

/** Newest scope last. */
type Published = { readonly order: readonly ScopeId[]; readonly data: PublishedScopes };

export const publishedScopes = createStore<Published>({ order: [], data: {} });

export const areFieldsEqual = (a: object, b: object): boolean => {
  const left = Object.entries(a);
  return (
    left.length === Object.keys(b).length &&
    left.every(([key, value]) => Object.is(value, Reflect.get(b, key)))
  );
};

const publish = <K extends ScopeId>(id: K, data: ScopeMap[K]): void => {
  const now = publishedScopes.get();
  const known = now.data[id];
  if (typeof known === 'object' && known && typeof data === 'object' && data && areFieldsEqual(known, data))
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
 * Publishes a scope while the view is mounted. Fields are compared one by one and should be stable.
 * `undefined` withdraws it.
 */
export function usePublishScope<K extends ScopeId>(id: K, data: ScopeMap[K] | undefined): void {
  useLayoutEffect(() => {
    if (data === undefined) withdraw(id);
    else publish(id, data);
  });
  useLayoutEffect(() => () => withdraw(id), [id]);
}
