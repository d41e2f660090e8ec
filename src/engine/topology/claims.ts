import { ComponentError } from '../components/types.ts';

/** What only one component may use at a time (a file to write, a port), and who has it. */
export class Claims {
  readonly #holders = new Map<string, { readonly id: string; readonly name: string }>();

  /** @throws ComponentError naming the holder. */
  claim(resource: string, id: string, name: string): void {
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

  /** Frees everything that component holds. */
  free(id: string): void {
    for (const [resource, holder] of this.#holders) if (holder.id === id) this.#holders.delete(resource);
  }
}
