/** Process options for PostgreSQL. It refuses to run as root. */
export const asNobody: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
