// Unpacks what is gzipped, up to a bound.

/** Return the bytes of a gzipped Blob as a Response. Reading it fails with a RangeError after `most` of them. */
export function unzipped(blob, most) {
  let length = 0;
  const bound = new TransformStream({
    transform(bytes, stream) {
      length += bytes.length;
      if (length > most) throw new RangeError(`it unpacks to more than ${Math.floor(most / 2 ** 20)} MB`);
      stream.enqueue(bytes);
    },
  });
  return new Response(blob.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(bound));
}
