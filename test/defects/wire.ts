/** JSON of the wire. Plants break its documented types on purpose, so that it has none. */
export type Wire = ReturnType<typeof JSON.parse>;
