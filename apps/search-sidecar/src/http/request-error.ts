/** Error of a request, answered as `{"error": {"code", "message"}}`. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;

  /** @param message complete sentence without text of notes and without keys */
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
