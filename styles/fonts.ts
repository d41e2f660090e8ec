/** Fonts ship with the app; the composition root imports this once. */
import '@fontsource-variable/geist';
import '@fontsource-variable/geist-mono';
