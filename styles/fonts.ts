/** Fonts ship with the app. */
import '@fontsource-variable/geist';
import '@fontsource-variable/geist-mono';
