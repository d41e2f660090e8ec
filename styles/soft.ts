/** Mixes a percentage of the color into `over`. */
export const soft = (colour: string, percent: number, over = 'transparent'): string =>
  `color-mix(in srgb, ${colour} ${percent}%, ${over})`;
