import { ComponentError } from '../components/types.ts';

export type Reserving = {
  /** @throws ComponentError naming the owner */
  reserve(resource: string, id: string, name: string): Promise<void>;
  release(id: string): void;
};

export class Reservations implements Reserving {
  readonly #holders = new Map<string, { readonly id: string; readonly name: string }>();

  async reserve(resource: string, id: string, name: string): Promise<void> {
    const holder = this.#holders.get(resource);
    if (holder && holder.id !== id) {
      const [kind = 'resource', ...rest] = resource.split(':');
      throw new ComponentError({
        errorName: 'AlreadyInUse',
        message: `The ${kind} ${rest.join(':')} is already used by '${holder.name}'`,
        causes: [`'${holder.name}' uses the same ${kind}; two users would mix their data`],
        resolutions: [`Give '${name}' another ${kind}`, `Use '${holder.name}' in this pipeline as well`],
      });
    }
    this.#holders.set(resource, { id, name });
  }

  release(id: string): void {
    for (const [resource, holder] of this.#holders) if (holder.id === id) this.#holders.delete(resource);
  }
}
