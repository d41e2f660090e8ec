/** `soft(colour, 12)`: that percentage of the colour over whatever lies below. */
export const soft = (colour: string, percent: number, over = 'transparent'): string =>
  `color-mix(in srgb, ${colour} ${percent}%, ${over})`;
